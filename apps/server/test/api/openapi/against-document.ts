import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { DocumentedCall, ServedDocument } from './served-document.ts';

/** An answer as it arrived. */
export interface AnswerSeen {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Holds answers and examples against a document. */
export function againstDocument(document: ServedDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });

  /** What of a value is not as a schema of the document says; empty for none. */
  function faultsOf(schema: object, value: unknown): string {
    const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'));
    const validate = ajv.compile(own);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  }

  /** What of an answer the document does not describe: its status, media type, headers, body or code; empty for none. */
  function undocumentedIn(call: DocumentedCall, { status, headers, text }: AnswerSeen): string {
    const described = call.responses[String(status)];
    if (described === undefined) return `status ${status}: ${text.slice(0, 300)}`;
    if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
    if (status < 400) {
      const missing = Object.keys(described.headers).filter(
        (name) =>
          !/^(ETag|Idempotent-Replayed|Deprecation|Sunset)$/.test(name) && headers[name.toLowerCase()] === undefined,
      );
      if (missing.length > 0) return `without the headers ${missing.join(', ')}`;
    }
    if (status === 304) return text === '' ? '' : 'a body of 304';
    const type = String(headers['content-type']).split(';')[0] ?? '';
    const media = described.content[type];
    if (media === undefined) return `media type ${type} of ${status}`;
    if (!/[/+]json$/.test(type)) return '';
    const body: unknown = JSON.parse(text);
    const faults = faultsOf(media.schema, body);
    if (faults !== '') return `body of ${status}: ${faults}`;
    if (status < 400) return '';
    const { code } = body as { readonly code: string };
    return described.description.includes(`\`${code}\``) ? '' : `code ${code} of ${status}`;
  }

  return { faultsOf, undocumentedIn };
}
