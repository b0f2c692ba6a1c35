import { pageHtmlMax } from '@fanlight/contract/limits'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { LeavingUnsaved } from '../pieces/unsaved.tsx'
import type { StaffText } from './editor.tsx'
import { MarkBar } from './mark-bar.tsx'
import { Preview } from './preview.tsx'

interface TextFormProps {
  text: StaffText
  defaults: { title: string; type: 'page' | 'news' }
  dir: 'ltr' | 'rtl'
  /** Restarts from the saved text. */
  onReload: () => void
}

/** The text of one language, with a preview that shows what the allow list keeps of it. */
export function TextForm({ text, defaults, dir, onReload }: TextFormProps) {
  const t = useT()
  const { number } = useFormats()
  const { revalidate } = useRevalidator()
  const { slug, locale, written, shipped } = text
  const start = {
    type: text.texts.length > 0 ? text.type : defaults.type,
    title: written?.title ?? shipped?.title ?? defaults.title,
    summary: written?.summary ?? shipped?.summary ?? '',
    html: written?.html ?? shipped?.html ?? '',
  }
  const [draft, setDraft] = useState(start)
  const { send, sendOrThrow, working, problem } = useMutation()
  const [pressed, setPressed] = useState<'publish' | 'keep'>('keep')
  const [removing, setRemoving] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = { slug, locale }
  const isDirty = (Object.keys(start) as (keyof typeof start)[]).some((name) => draft[name] !== start[name])
  const change = (more: Partial<typeof start>) => setDraft((now) => ({ ...now, ...more }))

  const save = async (isPublished: boolean) => {
    if (working) return
    setPressed(isPublished ? 'publish' : 'keep')
    const body = { ...draft, isPublished, version: written?.version ?? null }
    if (!(await send('PUT /admin/posts/:slug/:locale', { params: caret, body, once: true }))) return
    toast.success(isPublished ? 'staff.posts.published' : 'staff.posts.saved')
    await revalidate()
    onReload()
  }
  return (
    <>
      <LeavingUnsaved dirty={isDirty && !working} />
      <form
        className="mt-4 grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          void save(true)
        }}
      >
        <div className="grid min-w-0 gap-4">
          <FormProblem problem={problem}>
            {problem?.code === 'CONFLICT' ? (
              <Button
                onClick={async () => {
                  await revalidate()
                  onReload()
                }}
              >
                {t('staff.posts.reload')}
              </Button>
            ) : null}
            <div className="grid gap-3 sm:grid-cols-[1fr_9rem]">
              <Field label={t('staff.posts.name')} name="title" required>
                <Input
                  small
                  lang={locale}
                  dir={dir}
                  maxLength={200}
                  value={draft.title}
                  onChange={(event) => change({ title: event.currentTarget.value })}
                />
              </Field>
              <Field label={t('staff.posts.column.kind')} name="type">
                <Select
                  small
                  value={draft.type}
                  onChange={(event) => change({ type: event.currentTarget.value === 'news' ? 'news' : 'page' })}
                >
                  <option value="page">{t('staff.posts.kind.page')}</option>
                  <option value="news">{t('staff.posts.kind.news')}</option>
                </Select>
              </Field>
            </div>
            <Field label={t('staff.posts.summary')} name="summary" hint={t('staff.posts.summaryHint')}>
              <Textarea
                lang={locale}
                dir={dir}
                maxLength={500}
                className="min-h-16!"
                value={draft.summary}
                onChange={(event) => change({ summary: event.currentTarget.value })}
              />
            </Field>
            <div className="grid gap-2">
              <MarkBar area={area} onChange={(html) => change({ html })} />
              <Field
                label={t('staff.posts.text')}
                name="html"
                required
                hint={t('staff.posts.textHint', { mark: siteMark, most: number(pageHtmlMax) })}
              >
                <Textarea
                  ref={area}
                  lang={locale}
                  // HTML elements are left-to-right, whatever the direction of their text.
                  dir="ltr"
                  spellCheck
                  maxLength={pageHtmlMax}
                  className="max-h-[60dvh] min-h-72! font-mono text-xs! leading-5!"
                  value={draft.html}
                  onChange={(event) => change({ html: event.currentTarget.value })}
                />
              </Field>
            </div>
          </FormProblem>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty && (written ? written.isPublished : shipped !== null)}
              busy={working && pressed === 'publish' ? t('ui.saving') : undefined}
            >
              {written?.isPublished ? t('staff.posts.save') : t('staff.posts.publish')}
            </Button>
            <Button
              variant="quiet"
              busy={working && pressed === 'keep' ? t('ui.saving') : undefined}
              onClick={() => void save(false)}
            >
              {written?.isPublished ? t('staff.posts.unpublish') : t('staff.posts.keep')}
            </Button>
            {written ? (
              <Button variant="ghost" onClick={() => setRemoving(true)}>
                {shipped ? t('staff.posts.asShipped') : t('staff.posts.remove')}
              </Button>
            ) : null}
          </div>
          {shipped && !written?.isPublished ? (
            <p className="text-xs text-ink-3">{t('staff.posts.shippedShown')}</p>
          ) : null}
        </div>
        <Preview title={draft.title} summary={draft.summary} html={draft.html} locale={locale} dir={dir} />
      </form>
      {removing ? (
        <ConfirmDialog
          title={shipped ? t('staff.posts.asShippedTitle') : t('staff.posts.removeTitle')}
          action={shipped ? t('staff.posts.asShipped') : t('staff.posts.remove')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /admin/posts/:slug/:locale', { params: caret, once: true })
            await revalidate()
            onReload()
          }}
          onClose={() => setRemoving(false)}
        >
          {shipped ? t('staff.posts.asShippedText') : t('staff.posts.removeText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** The placeholder for the site's name in a text. */
const siteMark = '{{site}}'
