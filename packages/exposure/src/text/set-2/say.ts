import type { Sentence, SentenceParams } from '../../score/sentence.ts';
import { CHANGE_TEMPLATES } from './change-templates.ts';
import { FLOW_TEMPLATES } from './flow-templates.ts';
import { HEADLINE_TEMPLATES } from './headline-templates.ts';
import { TEXT_TEMPLATES } from './text-templates.ts';
import { WHY_TEMPLATES } from './why-templates.ts';

/** Every sentence of text set 2, by its code. */
export const TEMPLATES = {
  ...HEADLINE_TEMPLATES,
  ...TEXT_TEMPLATES,
  ...FLOW_TEMPLATES,
  ...WHY_TEMPLATES,
  ...CHANGE_TEMPLATES,
};

type Templates = typeof TEMPLATES;
export type SentenceCode = keyof Templates;
type ParamsOf<Code extends SentenceCode> =
  Parameters<Templates[Code]> extends readonly [infer Params extends SentenceParams] ? [Params] : [];

/**
 * One sentence of text set 2.
 *
 * @example say('low_risk').text; // 'Low risk.'
 */
export function say<Code extends SentenceCode>(code: Code, ...given: ParamsOf<Code>): Sentence {
  const [params = {}] = given;
  // The parameters are those of the template of this code.
  const template = TEMPLATES[code] as (params: SentenceParams) => string;
  return { code, params, text: template(params) };
}
