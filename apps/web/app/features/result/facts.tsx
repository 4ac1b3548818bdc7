import type { CheckAsset } from '@assay/contracts';
import { AssetName, CopyButton, formatTime } from '@assay/ui';

/** Asset, address in full, and when it was checked. */
export function Facts({ asset }: { readonly asset: CheckAsset }) {
  return (
    <dl className="fields">
      <div>
        <dt>Asset</dt>
        <dd>
          <AssetName ticker={asset.ticker} parent={asset.parent} name={asset.name} />
        </dd>
      </div>
      <div className="wide">
        <dt>Wallet address</dt>
        <dd className="copy">
          <span className="mono addr">{asset.address}</span>
          <CopyButton text={asset.address} label="Copy address" confirmation="The address is copied to clipboard" />
        </dd>
      </div>
      <div>
        <dt>Checked</dt>
        <dd>
          <time dateTime={asset.created_at}>{formatTime(asset.created_at)} UTC</time>
        </dd>
      </div>
    </dl>
  );
}
