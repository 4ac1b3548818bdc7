import { Alert } from '@assay/ui';
import type { SharedResult } from './use-share.ts';

/**
 * Shows the owner who can open this result, and how to change that. While it is shared this shows on narrow screens only:
 * on others the share menu ends it.
 */
export function SharingNotice({ share }: { readonly share: SharedResult }) {
  if (!share.isRevoked) {
    return (
      <p className="sharing-note">
        Anyone with the link can open this result.{' '}
        <button className="btn-quiet" type="button" onClick={() => void (share.isBusy ? undefined : share.revoke())}>
          Stop sharing
        </button>
      </p>
    );
  }
  return (
    <div className="revoked">
      <Alert
        type="warn"
        message="Only you can open this result. Everyone else sees Page Not Found for its page, PDF, certificate and preview image."
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
