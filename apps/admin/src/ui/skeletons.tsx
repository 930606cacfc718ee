/** Grey rows of a table's final height while it loads. */
export function TableSkeleton({ rows = 8, label }: { readonly rows?: number; readonly label: string }) {
  return (
    <div className="skeleton-table" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => <div key={index} className="skeleton" style={{ height: 44 }} />)}
    </div>
  );
}
