/** Markdown of this repository, turned into a page's text by the build (tools/published-text.ts). */
declare module '*.md' {
  const text: {
    readonly title: string;
    readonly html: string;
    readonly sections: readonly { readonly id: string; readonly title: string }[];
  };
  export default text;
}
