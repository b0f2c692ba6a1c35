import { toast } from '../../ui/toast.tsx'

/** The system's share sheet where there is one, else the address goes to the clipboard. */
export async function share(path: string, title: string): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches) return await navigator.share({ url, title })
    await navigator.clipboard.writeText(url)
    toast.copied()
  } catch (error) {
    if ((error as Error).name !== 'AbortError') toast.error()
  }
}
