import { filesPerFeedMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { type RefusedFile, refusedFile } from './accepted.ts'
import type { UploadKind, useUploads } from './uploads.ts'

/** Adds files that the server would take, and remembers the others with the reason. */
export function useTaking(uploads: ReturnType<typeof useUploads>) {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const take = (files: readonly File[], as: UploadKind) => {
    setRefused(files.flatMap((file) => refusedFile(file, as) ?? []))
    const good = files.filter((file) => !refusedFile(file, as))
    if (good.length) uploads.add(good, as)
  }
  return { take, refused, setRefused }
}

/** Which files were not taken, and why. */
export function Refusals({
  files,
  oneKind = false,
  unsupported,
}: {
  files: readonly RefusedFile[]
  oneKind?: boolean
  /** Which types are supported, where they are not those of posts. */
  unsupported?: string
}) {
  const t = useT()
  const { bytes } = useFormats()
  return (
    <div role="alert" className="text-xs text-danger-text">
      {files.map(({ name, code, wanted, saidBytesMax }) => (
        <p key={name} className="mt-2 wrap-anywhere">
          <bdi className="font-semibold">{name}</bdi>{' '}
          {code === 'TOO_LARGE'
            ? t('studio.refused.TOO_LARGE', { most: bytes(saidBytesMax) })
            : code === 'FILE_EMPTY'
              ? t('studio.refused.FILE_EMPTY')
              : (unsupported ?? t(wanted ? `studio.refused.${wanted}` : 'studio.refused.UNSUPPORTED_MEDIA'))}
        </p>
      ))}
      {oneKind ? <p className="mt-2">{t('studio.editor.oneKind', { count: filesPerFeedMax })}</p> : null}
    </div>
  )
}
