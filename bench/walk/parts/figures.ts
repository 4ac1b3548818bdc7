import { figuresOf } from '../figures.ts';
import { gatesOf } from '../gates.ts';
import type { Section } from '../results.ts';
import { labelStore } from '../store/load-store.ts';
import type { PartContext } from './context.ts';

/** Wallets the static haircut is counted for: it reads tens of thousands of transfers each. */
const STATIC_WALLETS = 60;
/** Above this the streaming pass takes minutes and gigabytes; its promise is then shown on smaller graphs. */
const LARGEST_ORACLE = 2e7;

/** Figures that no machine changes, with given labels alone and with derived ones. */
export async function figuresPart({ graph, store, wallets }: PartContext): Promise<Section> {
  const rows: Section['rows'][number][] = [];
  for (const isDerived of [false, true]) {
    labelStore(store, graph, isDerived ? 'version 1' : 'nobody');
    const oracle = graph.transfers <= LARGEST_ORACLE;
    const figures = await figuresOf(store.snapshot(), wallets, { oracle, statics: STATIC_WALLETS });
    const labels = isDerived ? 'given and derived' : 'given';
    for (const { name, limit, value, isKept } of gatesOf(figures, store.bytes.records / graph.transfers)) {
      const isKnown = !Number.isNaN(value);
      const shown = Math.abs(value) < 1e-3 ? value.toExponential(1) : value.toPrecision(4);
      rows.push({
        labels,
        figure: name,
        value: isKnown ? shown : 'not run',
        limit,
        kept: isKnown ? (isKept ? 'yes' : 'no') : '',
      });
    }
    rows.push(
      { labels, figure: 'states a direction, p99', value: figures.statesP99.toFixed(0) },
      { labels, figure: 'transfers read a direction, mean', value: figures.reads.toFixed(0) },
      { labels, figure: 'R, mean and p99', value: `${figures.meanR.toFixed(4)}, ${figures.p99R.toFixed(3)}` },
      { labels, figure: 'largest error of a share, mean', value: oracle ? figures.meanError.toFixed(4) : 'not run' },
    );
  }
  return { title: 'Figures that no machine changes', rows };
}
