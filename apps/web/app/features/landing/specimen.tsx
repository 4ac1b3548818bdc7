import { AssetName, RiskMark, Stars } from '@assay/ui';

/** A made-up report, shown as an example only. The id decides the drawing; no real owner is named. */
export const SPECIMEN = {
  id: '7f3a91c2e4b8',
  microText: 'ASSAY 7f3a91c2e4b8 BTC 2026-11-20',
  shortAddress: 'bc1q6…ye2y2',
} as const;

export function SpecimenScore() {
  return (
    <>
      <Stars score={4} size="md" />
      <p>
        <RiskMark risk="low" />
        <b>Low risk.</b> One star withheld.
      </p>
    </>
  );
}

/** The slip beside the rosette. */
export function SpecimenSlip() {
  return (
    <aside className="slip" aria-label="Example result">
      <div className="slip-top">
        <AssetName ticker="BTC" parent={null} />
        <span className="quiet">Specimen</span>
      </div>
      <SpecimenScore />
    </aside>
  );
}
