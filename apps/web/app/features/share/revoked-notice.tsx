import { Alert } from '@assay/ui';
import type { SharedResult } from './use-share.ts';

/** Tells the owner that nobody else finds this result, and how to undo that. */
export function RevokedNotice({ share }: { readonly share: SharedResult }) {
  if (!share.isRevoked) return null;
  return (
    <div className="revoked">
      <Alert
        type="warn"
        message="Only you can open this result. Everybody else gets Page Not Found, for its page, PDF, certificate and picture."
        action={
          <button
            className="btn btn-line btn-sm"
            type="button"
            aria-disabled={share.isBusy}
            onClick={() => void (share.isBusy ? undefined : share.restore())}
          >
            Share again
          </button>
        }
      />
    </div>
  );
}
