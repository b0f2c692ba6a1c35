import { useSite } from './site.ts'

/** The name of the page in the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  const { name } = useSite()
  return <title>{children ? `${children} · ${name}` : name}</title>
}
