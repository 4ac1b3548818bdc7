import type { FormerResult } from '@assay/contracts';
import { FlowPicture } from '@assay/ui';
import { DIRECTIONS, flowPartsOf, RESULT_WORDS } from '@assay/wording';

/** Where the money came from and went, drawn; what a payment does not have is left out. Nothing where nothing is known. */
export default function FlowPictures({ evidence, payment }: Pick<FormerResult, 'evidence' | 'payment'>) {
  const subjectName = payment === undefined ? RESULT_WORDS.thisWallet : RESULT_WORDS.thisPayment;
  const known = DIRECTIONS.flatMap((direction) => {
    const parts = flowPartsOf(evidence[direction]);
    return parts.length === 0 ? [] : [{ direction, parts }];
  });
  if (known.length === 0) return null;
  return (
    <section className="cert-sec">
      <div className="cert-sec-head">
        <h2>Where it came from and went</h2>
        <p className="hint">Bands are as thick as their share. Dashed: not followed.</p>
      </div>
      {known.map(({ direction, parts }) => (
        <FlowPicture key={direction} direction={direction} parts={parts} subjectName={subjectName} />
      ))}
    </section>
  );
}
