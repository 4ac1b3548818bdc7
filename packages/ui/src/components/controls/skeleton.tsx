/** Stands where something will be. Says nothing: the page around it announces what is under way. */
export function Skeleton({ shape }: { shape: 'line' | 'block' | 'ring' }) {
  return <span className="skeleton" data-shape={shape} aria-hidden="true" />;
}
