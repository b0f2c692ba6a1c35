import { sanitised } from '../../trusted.ts'

/** What a page is about, for search engines. */
export function JsonLd({ data }: { data: object }) {
  /* oxlint-disable-next-line react/no-danger -- Data for search engines; what could end the element is escaped. */
  return <script type="application/ld+json" dangerouslySetInnerHTML={sanitised(jsonForScript(data))} />
}

/** `<` is written out so that no text of a person can end the script. */
export const jsonForScript = (data: object): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
