import { Icon, Menu } from '@assay/ui';
import { lazy, useEffect, useState } from 'react';
import type { SharedResult } from './use-share.ts';

/** Up to this width a tap on Share opens the device's own sheet, where it has one (row RISK-10). */
const NATIVE_SHARE_MAX_PX = 640;
const COPIED_MS = 1500;

const loadEntries = () => import('./share-entries.tsx');
/** Most visitors never open the menu. */
const ShareEntries = lazy(async () => ({ default: (await loadEntries()).ShareEntries }));

export interface ShareMenuProps {
  readonly share: SharedResult;
}

/** Share: the device's own sheet on a phone, else a menu with six networks, the link itself, and for the owner its end. */
export function ShareMenu({ share }: ShareMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [copiedAt, setCopiedAt] = useState<number | null>(null);

  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  function change(opens: boolean) {
    // A link that nobody else can open is not handed on.
    if (opens && !share.isRevoked && canShareNatively()) void shareNatively();
    else setOpen(opens);
  }

  function copy() {
    navigator.clipboard?.writeText(pageUrl()).then(
      () => setCopiedAt(Date.now()),
      () => setCopiedAt(null),
    );
  }

  return (
    <span className="share">
      <Menu
        // Share is the first of its row: there is space to its right at every width, and at 768 px none to its left.
        align="start"
        open={isOpen}
        onOpenChange={change}
        loadEntries={loadEntries}
        trigger={
          <button className="btn btn-line" type="button">
            <Icon name="share" />
            Share
          </button>
        }
      >
        <ShareEntries share={share} pageUrl={pageUrl} onCopy={copy} />
      </Menu>
      <span className="tip-room" role="status">
        {copiedAt !== null && <span className="tip">The link is copied to clipboard</span>}
      </span>
    </span>
  );
}

/** The address of the page without what only this visit knows. */
function pageUrl(): string {
  const { origin, pathname } = window.location;
  return origin + pathname;
}

function canShareNatively(): boolean {
  return typeof navigator.share === 'function' && window.matchMedia(`(max-width: ${NATIVE_SHARE_MAX_PX}px)`).matches;
}

async function shareNatively(): Promise<void> {
  try {
    await navigator.share({ title: document.title, url: pageUrl() });
  } catch (error) {
    // A closed sheet, or a device that refuses, means that nothing was shared: no message.
    if (!(error instanceof DOMException)) throw error;
  }
}
