import { STREAM_KEYS, StreamPass } from '@assay/exposure';
import type { Section } from '../results.ts';
import { labelStore } from '../store/load-store.ts';
import { millions, type PartContext } from './context.ts';

const KEYS = 13;

/** The streaming pass over all records, for some of its keys; the whole takes as many times longer as there are keys. */
export async function streamingPart({ graph, store }: PartContext): Promise<Section> {
  labelStore(store, graph, 'version 1');
  const rows = (['bwd', 'fwd'] as const).map((direction) => {
    const pass = new StreamPass(store.snapshot(), direction, 0, KEYS);
    const began = performance.now();
    pass.run(Number.POSITIVE_INFINITY);
    const seconds = (performance.now() - began) / 1000;
    return {
      direction,
      keys: `${KEYS} of ${STREAM_KEYS.length}`,
      seconds: seconds.toFixed(1),
      transfers: millions(store.count / seconds),
    };
  });
  return { title: 'Streaming pass', rows };
}
