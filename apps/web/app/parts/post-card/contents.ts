import { useT } from '../../i18n/context.tsx'
import { clock } from './duration.ts'
import { filesOf, type Post } from './files.ts'

/** What is inside, in words: "12 photos", "Video, 4:32". */
export function useContents(post: Post): { kind: 'photo' | 'video' | 'audio'; words: string }[] {
  const t = useT()
  const files = filesOf(post)
  const photos = files.filter(({ kind }) => kind === 'photo').length
  const contents: { kind: 'photo' | 'video' | 'audio'; words: string }[] = []
  if (photos > 0) contents.push({ kind: 'photo', words: t('post.photos', { count: photos }) })
  for (const { kind, durationMs } of files) {
    if (kind === 'video')
      contents.push({ kind, words: durationMs ? t('post.videoOf', { length: clock(durationMs) }) : t('post.video') })
    if (kind === 'audio')
      contents.push({ kind, words: durationMs ? t('post.soundOf', { length: clock(durationMs) }) : t('post.sound') })
  }
  return contents
}
