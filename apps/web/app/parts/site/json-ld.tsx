import { sanitised } from '../../trusted.ts'

/**
 * What a page is about, for search engines: they read the page as the server wrote it. The browser keeps that text as it is and never
 * writes it: a script's text is a sink that trusted types refuse.
 */
export function JsonLd({ data }: { data: object }) {
  const markup = import.meta.env.SSR ? sanitised(jsonForScript(data)) : unwritten()
  /* oxlint-disable-next-line react/no-danger -- Data for search engines; what could end the element is escaped. */
  return <script type="application/ld+json" dangerouslySetInnerHTML={markup} suppressHydrationWarning />
}

/** Always the same object: React writes markup only when it is another one. */
const unwritten = () => (nothing ??= sanitised(''))
let nothing: { __html: string } | undefined

/** `<` is written out so that no text of a person can end the script. */
export const jsonForScript = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
