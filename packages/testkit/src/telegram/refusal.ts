/** An answer of the Bot API that is not ok, in the words of the real one. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly parameters: { readonly retry_after?: number; readonly migrate_to_chat_id?: number } | undefined;

  constructor(code: number, description: string, parameters?: Refusal['parameters']) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

export function badRequest(what: string): Refusal {
  return new Refusal(400, `Bad Request: ${what}`);
}

export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}
