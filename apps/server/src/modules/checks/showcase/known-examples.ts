import type { CheckAsset } from '@assay/contracts';
import { ASSETS, findAsset } from '@assay/domain';
import { inWorkspace } from '../../../platform/kernel/scope.ts';
import { OPERATOR } from '../checks/checks.policy.ts';
import { resultOf } from '../checks/checks.presenter.ts';
import type { ChecksService } from '../checks/checks.service.ts';
import type { SuggestService } from '../suggest/suggest.service.ts';

/** The examples for which this installation has records or labels, in their order. */
export async function knownExamples(
  suggestions: SuggestService,
  examples: readonly ShowcaseExample[],
): Promise<readonly ShowcaseExample[]> {
  const known = await Promise.all(examples.map((example) => isKnown(suggestions, example)));
  return examples.filter((_example, index) => known[index]);
}

/** Runs the check of an example as the operator, who pays nothing. It is stored like any other check. */
export function exampleChecks(checks: Pick<ChecksService, 'runCheck'>): ShowcasePorts['check'] {
  return async (example, idempotencyKey) => {
    const asset = findAsset(example.ticker, example.parent ?? undefined);
    if (asset === undefined) throw new Error(`${example.ticker} is not on the list of assets`);
    const request = { ...asset, address: example.address };
    const options = { idempotencyKey, answerWithinMs: Number.POSITIVE_INFINITY };
    return resultOf(await inWorkspace(OPERATOR.sub, () => checks.runCheck(OPERATOR, request, options)));
  };
}

async function isKnown(suggestions: SuggestService, { address, ticker, parent }: ShowcaseExample): Promise<boolean> {
  const found = await suggestions.suggest(address, ASSETS.length);
  return found.some((asset) => asset.known && asset.ticker === ticker && asset.parent === parent);
}

/** An example address for the landing page. */
export interface ShowcaseExample {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Why the example is interesting, in a few words. */
  readonly title: string;
}

export interface ShowcasePorts {
  /** The examples for which this installation has records or labels. */
  examples(): Promise<readonly ShowcaseExample[]>;
  /** Changes with every change of any label. Cheap. */
  labelSetVersion(): Promise<string>;
  /** The finished check of an example: an existing one made under this key, else a new one. */
  check(example: ShowcaseExample, key: string): Promise<CheckAsset>;
}
