import type { Ref } from 'react';

/** The ghost of the reservation that is being moved. The placement's editor fills and moves it, without React. */
export function BoardGhost({ ref }: { readonly ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="board-ghost" data-testid="board-ghost" aria-hidden="true" hidden>
      <div className="board-ghost-words">
        <b data-part="time" />
        <span data-part="room" />
        <span data-part="price" />
        <strong data-part="conflict" />
      </div>
    </div>
  );
}
