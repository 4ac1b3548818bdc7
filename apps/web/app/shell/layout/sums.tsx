import { formatCount } from '@assay/wording';

/** The main numbers of a page, side by side. */
export function Sums({ sums }: { readonly sums: readonly { readonly name: string; readonly value: number }[] }) {
  return (
    <dl className="coverage-sums">
      {sums.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
