import { Icon } from '@assay/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { judgeAddress } from './judge-address.ts';
import type { CheckableAsset } from './search-state.ts';

export interface ChecksumNoteProps {
  readonly id: string;
  readonly address: string;
  readonly asset: CheckableAsset;
  /** Shown while nothing is wrong. */
  readonly children: ReactNode;
}

/** Warns where the address counts as valid although its checksum is wrong. No part of the first page. */
export function ChecksumNote({ id, address, asset, children }: ChecksumNoteProps) {
  const [doubted, setDoubted] = useState<string | null>(null);
  const subject = `${asset.ticker}:${asset.parent}:${address}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject names address and asset.
  useEffect(() => {
    let isLeft = false;
    void judgeAddress(address, asset).then((verdict) => {
      if (!isLeft) setDoubted(verdict === 'suspect' ? subject : null);
    });
    return () => {
      isLeft = true;
    };
  }, [subject]);

  if (doubted !== subject) return children;
  return (
    <p className="search-note warning" id={id} role="status">
      <Icon name="warn" small />
      Check for a typo: the checksum does not match
    </p>
  );
}
