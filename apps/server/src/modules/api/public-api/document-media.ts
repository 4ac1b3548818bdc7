import type { OperationObject } from '../../../platform/http/openapi-document.ts';

/** What of a contract is neither JSON that arrives nor JSON that is answered. */
interface Media {
  readonly bodies?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Adds bodies and answers of other media types to an operation of the document. */
export function describeMedia(
  operation: OperationObject,
  { bodies, files }: Media,
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
