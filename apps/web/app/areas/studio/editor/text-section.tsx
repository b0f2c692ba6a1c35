import { useT } from '../../../i18n/context.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import type { StudioKindName } from '../pieces/studio-items.ts'
import { type ItemDraft, tagsOf } from './draft.ts'

interface TextSectionProps {
  kind: StudioKindName
  draft: ItemDraft
  /** Whether it can’t be published without a title. */
  titled?: boolean
  onChange: (change: Partial<ItemDraft>) => void
}

/** Title, text and tags. */
export function TextSection({ kind, draft, titled = false, onChange }: TextSectionProps) {
  const t = useT()
  return (
    <section className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <Field label={t('studio.editor.title')} name="title" optional={titled ? undefined : t('studio.editor.optional')}>
        <Input
          value={draft.title}
          maxLength={200}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </Field>
      <Field label={t(`studio.item.${kind}.text`)} name="text">
        <Textarea
          value={draft.text}
          rows={4}
          maxLength={10_000}
          placeholder={t(`studio.item.${kind}.textHint`)}
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
