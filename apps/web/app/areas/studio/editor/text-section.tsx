import { useT } from '../../../i18n/context.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { type Draft, tagsOf } from './draft.ts'

/** Title, text and tags. */
export function TextSection({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const t = useT()
  return (
    <section className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <Field label={t('studio.editor.title')} name="title" optional={t('studio.editor.optional')}>
        <Input
          value={draft.title}
          maxLength={200}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('studio.editor.text')} name="text">
        <Textarea
          value={draft.text}
          rows={4}
          maxLength={10_000}
          placeholder={t('studio.editor.textHint')}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </Field>
      <Field
        label={t('studio.editor.tags')}
        name="tags"
        optional={t('studio.editor.optional')}
        hint={
          tagsOf(draft.tags)
            .map((tag) => `#${tag}`)
            .join(' ') || t('studio.editor.tagsHint')
        }
      >
        <Input value={draft.tags} onChange={(event) => onChange({ tags: event.currentTarget.value })} />
      </Field>
    </section>
  )
}
