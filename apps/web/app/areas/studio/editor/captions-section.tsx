import type { CaptionTrack } from '@fanlight/contract/media'
import { Captions, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { useFieldText, useProblemText } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { filesOf, isOpen } from '../../../parts/posts/files.ts'
import { FileDrop } from '../pieces/file-drop.tsx'
import type { UploadItem } from './uploads.ts'

const bytesMax = 512 * 1024
const languages =
  'ar bn de en-US es-ES es-MX fr hi id it ja-JP ko-KR nl pl pt-BR pt-PT ru sv th tr uk vi zh-CN zh-TW'.split(' ')
/** A language in that language, as viewers choose it. */
const nameOf = (locale: string, reader = locale): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(locale) ?? locale

interface CaptionsSectionProps {
  uploads: readonly UploadItem[]
  /** The item as it is saved. */
  item: Parameters<typeof filesOf>[0] | null
}

/** Whether a video of the item has captions as it is saved. */
export const isCaptioned = (item: CaptionsSectionProps['item']): boolean =>
  item !== null && filesOf(item).some((file) => isOpen(file) && (file.captions?.length ?? 0) > 0)

/** Captions of the item’s video, one file a language. They are saved at once, apart from the form. */
export function CaptionsSection({ uploads, item }: CaptionsSectionProps) {
  const fileId = uploads.find(({ kind, state }) => kind === 'video' && state !== 'failed')?.fileId ?? null
  const saved = useMemo((): readonly CaptionTrack[] => {
    const file =
      item &&
      filesOf(item)
        .filter(isOpen)
        .find(({ _id }) => _id === fileId)
    return file?.captions ?? []
  }, [item, fileId])
  const t = useT()
  const { locale: reader } = usePageInfo()
  const problemText = useProblemText()
  const fieldText = useFieldText()
  const { send, working, problem } = useMutation()
  const [tracks, setTracks] = useState(saved)
  useEffect(() => setTracks(saved), [saved])
  const free = languages.filter((locale) => !tracks.some((track) => track.locale === locale))
  const [chosen, setChosen] = useState('')
  const language = free.includes(chosen) ? chosen : free.includes(reader) ? reader : (free[0] ?? '')
  const [refused, setRefused] = useState<'tooLarge' | 'notVtt' | null>(null)

  const add = async (file: File | undefined) => {
    if (!file || !fileId || !language) return
    const wrong = !/\.vtt$/i.test(file.name) ? 'notVtt' : file.size > bytesMax ? 'tooLarge' : null
    setRefused(wrong)
    if (wrong) return
    const params = { id: fileId, locale: language }
    const vtt = await file.text()
    const reply = await send('PUT /files/:id/captions/:locale', { params, body: { label: nameOf(language), vtt } })
    if (!reply) return
    setTracks((now) => [...now.filter(({ locale }) => locale !== language), reply.data])
    toast.success('studio.captions.added')
  }
  const remove = async (locale: string) => {
    if (!fileId || !(await send('DELETE /files/:id/captions/:locale', { params: { id: fileId, locale } }))) return
    setTracks((now) => now.filter((track) => track.locale !== locale))
    toast.success('studio.captions.removed')
  }
  const why = problem ? fieldText(problem.errors).join(' ') || problemText(problem) : null
  return (
    <section className="mt-2 rounded-md bg-surface-2 p-3">
      <h2 className="font-sans text-sm font-semibold tracking-normal">{t('studio.captions.title')}</h2>
      <p className="mt-1 text-sm text-ink-3">{t(fileId ? 'studio.captions.hint' : 'studio.captions.later')}</p>
      {tracks.length > 0 ? (
        <ul className="mt-3 grid gap-2">
          {tracks.map(({ locale, label }) => (
            <li key={locale} className="flex items-center gap-3 rounded-md bg-surface py-1.5 ps-3 pe-1.5">
              <Captions className="icon text-ink-3" aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate text-sm font-semibold">
                <bdi lang={locale}>{label}</bdi>
              </span>
              <IconButton
                size="sm"
                tip="none"
                disabled={working}
                label={t('studio.captions.remove', { language: label })}
                onClick={() => void remove(locale)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      {fileId && free.length > 0 ? (
        <div className="mt-3 grid items-end gap-3 sm:grid-cols-2">
          <Field label={t('studio.captions.language')} name="captionLanguage">
            <Select value={language} onChange={(event) => setChosen(event.currentTarget.value)}>
              {free.map((locale) => (
                <option key={locale} value={locale}>
                  {nameOf(locale, reader)}
                </option>
              ))}
            </Select>
          </Field>
          <FileDrop
            small
            className="py-2!"
            accept=".vtt,text/vtt"
            disabled={working}
            label={t('studio.captions.choose')}
            onFiles={(files) => void add(files[0])}
          >
            <span className="sr-only">{t('studio.captions.add')}</span>
          </FileDrop>
        </div>
      ) : null}
      {refused || why ? (
        <p role="alert" className="mt-2 text-xs text-danger-text">
          {refused ? t(`studio.captions.${refused}`) : why}
        </p>
      ) : null}
    </section>
  )
}
