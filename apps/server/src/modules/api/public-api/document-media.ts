import type { V1Contract } from '@assay/contracts/v1';
import type { OperationObject } from '../../../platform/http/openapi-document.ts';

/** Adds bodies and answers of other media types to an operation of the document. */
export function describeMedia(
  operation: OperationObject,
  { bodies, files }: Pick<V1Contract, 'bodies' | 'files'>,
  headers: Readonly<Record<string, object>>,
): void {
  if (bodies !== undefined) {
    const lists = Object.entries(bodies).map(([type, example]) => [type, { schema: { type: 'string' }, example }]);
    const json = operation.requestBody?.content ?? {};
    operation.requestBody = { required: true, content: { ...json, ...Object.fromEntries(lists) } };
  }
  if (files !== undefined) {
    const content = Object.entries(files).map(([type, description]) => [
      type,
      { schema: { type: 'string', description } },
    ]);
    operation.responses = {
      200: { description: 'Success', headers, content: Object.fromEntries(content) },
      ...operation.responses,
    };
  }
}
