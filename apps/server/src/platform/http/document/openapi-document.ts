/** The parts of an OpenAPI 3.1 document that are completed here. */
export interface ApiDocument {
  readonly paths?: Paths;
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject | undefined>>>>;

export interface OperationObject {
  operationId?: string;
  tags?: readonly string[];
  security?: readonly SecurityRequirement[];
  parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, object>> };
  responses?: Responses;
}

/** Names of security schemes that are needed together; none: the call works without. */
export type SecurityRequirement = Readonly<Record<string, readonly never[]>>;

export type Responses = Readonly<Record<string, ResponseObject>>;

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly examples?: object }>>;
}
