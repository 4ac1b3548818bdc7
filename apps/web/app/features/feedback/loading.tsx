import { Spinner } from '@assay/ui';

export function Waiting({ children }: { readonly children: string }) {
  return (
    <p className="waiting" role="status">
      <Spinner /> {children}
    </p>
  );
}

/** What kept something away, and another try. */
export function Problem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className="fb-problem" role="alert">
      <p>{text}</p>
      <button className="btn btn-line btn-sm" type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
