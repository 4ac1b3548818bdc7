import { BrandGlyph, Icon, MenuItem } from '@assay/ui';
import { SHARE_TARGETS } from './share-targets.ts';
import type { SharedResult } from './use-share.ts';

const POPUP = 'popup,width=640,height=620,noopener,noreferrer';

export interface ShareEntriesProps {
  readonly share: SharedResult;
  readonly pageUrl: () => string;
  readonly onCopy: () => void;
}

/** The entries of the share menu: six networks and the link itself, and for the owner the end of sharing. */
export function ShareEntries({ share, pageUrl, onCopy }: ShareEntriesProps) {
  if (share.isRevoked) {
    return (
      <MenuItem disabled={share.isBusy} onSelect={() => void share.restore()}>
        <Icon name="redo" />
        Share again
      </MenuItem>
    );
  }
  return (
    <>
      {SHARE_TARGETS.map(({ name, mark, hrefOf }) => (
        <MenuItem key={name} onSelect={() => window.open(hrefOf(pageUrl(), document.title), '_blank', POPUP)}>
          <BrandGlyph brand={mark} />
          {name}
        </MenuItem>
      ))}
      <MenuItem onSelect={onCopy}>
        <Icon name="copy" />
        Copy link
      </MenuItem>
      {share.isOwner && (
        <MenuItem disabled={share.isBusy} onSelect={() => void share.revoke()}>
          <Icon name="close" />
          Stop sharing
        </MenuItem>
      )}
    </>
  );
}
