/** What stands for a part of a text that is known only when it runs, where PostgreSQL is asked of the text. */
export const SAMPLES: Readonly<Record<string, string>> = {
  'ID_PREFIXES.transfer': 'trf_',
  'Number()': '1',
  'checked()': '1',
  'conditions.join()': '$1::text <> $2::text',
  inputs: 'staged_inputs',
  outputs: 'staged_outputs',
  progress: 'staged_progress',
  'stage.inputs': 'staged_inputs',
  'stage.outputs': 'staged_outputs',
  'stage.progress': 'staged_progress',
  'stage.transactions': 'staged_transactions',
  transactions: 'staged_transactions',
};
