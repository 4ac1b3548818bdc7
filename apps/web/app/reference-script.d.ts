/** The address of Scalar's script (tools/reference-script.ts). */
declare module 'virtual:reference-script' {
  const url: string;
  export default url;
}
