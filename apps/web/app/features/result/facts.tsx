import type { CheckAsset } from '@assay/contracts';
import { AssetName, CopyButton, RiskMark } from '@assay/ui';
import { formatTime, nameOfAddress } from '@assay/wording';

/** Asset, address in full, when it was checked, and whether the issuer froze it where one could. */
export function Facts({ asset }: { readonly asset: CheckAsset }) {
  return (
    <>
      <Fields asset={asset} />
      {asset.issuer_freeze !== undefined && asset.issuer_freeze.status !== 'not_applicable' && (
        <FreezeLine freeze={asset.issuer_freeze} />
      )}
    </>
  );
}

/** The issuer's answer, on a line of its own: what a frozen address holds is worth nothing to its receiver. */
export function FreezeLine({ freeze }: { readonly freeze: NonNullable<CheckAsset['issuer_freeze']> }) {
  const isFrozen = freeze.status === 'frozen';
  return (
    <p className={isFrozen ? 'freeze is-frozen' : 'freeze'}>
      {isFrozen && <RiskMark risk="high" />}
      {freeze.text}
    </p>
  );
}

function Fields({ asset }: { readonly asset: CheckAsset }) {
  return (
    <dl className="fields">
      <div>
        <dt>Asset</dt>
        <dd>
          <AssetName ticker={asset.ticker} parent={asset.parent} name={asset.name} />
        </dd>
      </div>
      <div className="wide">
        <dt>{nameOfAddress(asset.payment)}</dt>
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
