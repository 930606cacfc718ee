import type { Ref } from 'react';

/** What is in somebody's hand. Filled and moved by the placement's editor, without React. */
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
