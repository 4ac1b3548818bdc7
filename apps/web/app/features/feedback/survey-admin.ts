import type { CallAnswer } from '@assay/contracts/client';

export type Question = CallAnswer<'GET /survey/admin/questions'>[number];
export type Option = Question['options'][number];
export type Settings = CallAnswer<'GET /survey/settings'>;
export type Responses = CallAnswer<'GET /survey/admin/responses'>;
export type Tally = Responses['questions'][number];
export type Comments = Responses['comments'];
