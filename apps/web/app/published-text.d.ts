/** What the build makes of Markdown (tools/published-text.ts). */
interface BuiltText {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** A document of this repository. */
declare module '*.md' {
  const text: BuiltText;
  export default text;
}

/** A text with placeholders (features/published/fill-text.ts). */
declare module '*.text' {
  const text: BuiltText;
  export default text;
}
