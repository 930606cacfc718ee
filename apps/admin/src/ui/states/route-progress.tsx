/** The thin bar at the top of the page while a route loads (reference 2). */
export function RouteProgress({ isActive }: { readonly isActive: boolean }) {
  return (
    <div className="route-progress" data-active={isActive} data-testid="route-progress" aria-hidden="true">
      <span />
    </div>
  );
}

/** A moving line, 4 px tall, for a part of a page that is loading (reference 9). */
export function LinearProgress({ label }: { readonly label: string }) {
  return (
    <div className="linear-progress" role="progressbar" aria-label={label}>
      <span />
    </div>
  );
}
