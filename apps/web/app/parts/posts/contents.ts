import { useT } from '../../i18n/context.tsx'
import { clock } from './duration.ts'
import { filesOf } from './files.ts'
import type { Item } from './kinds.ts'

/** The content of an item, as text: "12 photos", "Video, 4:32". */
export function useContents(
  post: Pick<Item, 'files' | 'photoCount'>,
): { kind: 'photo' | 'video' | 'audio'; label: string }[] {
  const t = useT()
  const files = filesOf(post)
  const photos = post.photoCount ?? files.filter(({ kind }) => kind === 'photo').length
  const contents: { kind: 'photo' | 'video' | 'audio'; label: string }[] = []
  if (photos > 0) contents.push({ kind: 'photo', label: t('post.photos', { count: photos }) })
  for (const { kind, durationMs } of files) {
    if (kind === 'video')
      contents.push({ kind, label: durationMs ? t('post.videoOf', { length: clock(durationMs) }) : t('post.video') })
    if (kind === 'audio')
      contents.push({ kind, label: durationMs ? t('post.audioOf', { length: clock(durationMs) }) : t('post.audio') })
  }
  return contents
}
