import { Eye, FileText, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiProblem, asProblem, offline, problemFrom, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { publicConfig } from '../../../page.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormProblem, useProblemWords } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import type { Opened } from './review-panel.tsx'

type Paper = Opened['documents'][number]
type Look =
  | { state: 'loading' }
  | { state: 'shown'; url: string; mime: string }
  | { state: 'failed'; problem: ProblemData }

// A reviewer looks at many in a row for the same reason; it is offered again until the page is left.
let lastReason = ''
const remember = (reason: string) => {
  lastReason = reason
}
const lookReasons = ['first', 'again', 'complaint'] as const
const order = ['id_front', 'id_back', 'selfie_with_id', 'address', 'tax']

/** The papers side by side. They are fetched only after somebody says why, and each look is written down with that reason. */
export function Papers({ verificationId, documents: sent }: { verificationId: string; documents: readonly Paper[] }) {
  const t = useT()
  const words = useProblemWords()
  const { date, bytes } = useFormats()
  const { revalidate } = useRevalidator()
  const documents = sent.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  const [reason, setReason] = useState(lastReason)
  const [looks, setLooks] = useState<Record<string, Look>>({})
  const urls = useRef<string[]>([])
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), [])

  const look = async (paper: Paper) => {
    setLooks((now) => ({ ...now, [paper._id]: { state: 'loading' } }))
    const why = encodeURIComponent(reason.trim())
    try {
      const answer = await fetch(
        `${publicConfig().apiUrl}/admin/verifications/${verificationId}/documents/${paper._id}?reason=${why}`,
        { credentials: 'include' },
      )
      if (!answer.ok)
        throw problemFrom(answer.status, await answer.json().catch(() => undefined), answer.headers.get('x-request-id'))
      const url = URL.createObjectURL(await answer.blob())
      urls.current.push(url)
      setLooks((now) => ({ ...now, [paper._id]: { state: 'shown', url, mime: paper.mime } }))
    } catch (error) {
      setLooks((now) => ({
        ...now,
        [paper._id]: { state: 'failed', problem: asProblem(error instanceof ApiProblem ? error : offline()) },
      }))
    }
  }
  const seen = Object.keys(looks).length > 0

  return (
    <section>
      <h3 className="text-md">{t('review.papers')}</h3>
      {seen || documents.length === 0 ? null : (
        <form
          action={() => {
            if (reason.trim().length < 3) return
            remember(reason.trim())
            // The first look takes the review, which the panel then says.
            void Promise.all(documents.map(look)).then(() => revalidate())
          }}
          className="mt-2 flex flex-wrap items-end gap-2"
        >
          <FormProblem problem={null}>
            <Field
              label={t('review.why')}
              name="reason"
              hint={t('review.whyHint')}
              className="min-w-0 flex-1 max-sm:basis-full"
            >
              <Input
                small
                data-key="o"
                list="look-reasons"
                aria-keyshortcuts="O"
                value={reason}
                minLength={3}
                maxLength={500}
                required
                onChange={(event) => setReason(event.currentTarget.value)}
                placeholder={t('review.whyExample')}
              />
            </Field>
          </FormProblem>
          <datalist id="look-reasons">
            {lookReasons.map((name) => (
              <option key={name}>{t(`review.lookReason.${name}`)}</option>
            ))}
          </datalist>
          <Button
            type="submit"
            look="quiet"
            size="md"
            className="max-sm:w-full sm:mb-[26px]"
            disabled={reason.trim().length < 3}
          >
            <Eye aria-hidden="true" />
            {t('review.show', { count: documents.length })}
          </Button>
        </form>
      )}
      <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3">
        {documents.map((paper) => {
          const now = looks[paper._id]
          return (
            <figure key={paper._id} className="min-w-0">
              <div className="relative grid aspect-[4/3] place-items-center overflow-hidden rounded-sm bg-surface-2 ring-1 ring-line">
                {!now ? (
                  <FileText className="icon size-7! text-ink-3" aria-hidden="true" />
                ) : now.state === 'loading' ? (
                  <Skeleton className="absolute inset-0" />
                ) : now.state === 'failed' ? (
                  <p role="alert" className="p-3 text-center text-xs text-danger-text">
                    {words(now.problem)}
                    <IconButton label={t('ui.retry')} size="sm" onClick={() => void look(paper)}>
                      <RotateCw aria-hidden="true" />
                    </IconButton>
                  </p>
                ) : now.mime === 'application/pdf' ? (
                  <a href={now.url} target="_blank" rel="noreferrer" className="link">
                    {t('review.openPdf')}
                  </a>
                ) : (
                  <a href={now.url} target="_blank" rel="noreferrer" className="size-full cursor-zoom-in">
                    <img
                      src={now.url}
                      alt={t.maybe(`review.kind.${paper.kind}`) ?? paper.kind}
                      className="size-full object-contain"
                    />
                  </a>
                )}
              </div>
              <figcaption className="mt-1.5 flex items-start justify-between gap-2 text-xs">
                <span className="min-w-0">
                  <span className="font-[620]">{t.maybe(`review.kind.${paper.kind}`)}</span>
                  <span className="block text-ink-3">
                    {bytes(paper.bytes)} · {date(paper.createdAt)}
                    {paper.expiresOn ? ` · ${t('review.expires', { date: date(paper.expiresOn) })}` : ''}
                  </span>
                </span>
                <Badge
                  className="h-5! text-2xs!"
                  tone={paper.status === 'approved' ? 'leaf' : paper.status === 'pending' ? 'quiet' : 'ember'}
                >
                  {t.maybe(`review.paperState.${paper.status}`)}
                </Badge>
              </figcaption>
            </figure>
          )
        })}
      </div>
      {documents.length === 0 ? <p className="mt-2 text-xs text-ink-3">{t('review.noPapers')}</p> : null}
    </section>
  )
}
