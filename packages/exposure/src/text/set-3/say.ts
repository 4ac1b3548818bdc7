import type { Sentence, SentenceParams } from '../../score/sentence.ts';
import { TEMPLATES } from './templates.ts';

type Templates = typeof TEMPLATES;
export type SentenceCode = keyof Templates;
type ParamsOf<Code extends SentenceCode> =
  Parameters<Templates[Code]> extends readonly [infer Params extends SentenceParams] ? [Params] : [];

/** One sentence of text set 3. */
export function say<Code extends SentenceCode>(code: Code, ...given: ParamsOf<Code>): Sentence {
  const [params = {}] = given;
  // The parameters are those of the template of this code.
  const template = TEMPLATES[code] as (params: SentenceParams) => string;
  return { code, params, text: template(params) };
}
