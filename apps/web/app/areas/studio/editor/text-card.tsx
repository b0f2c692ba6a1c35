import { AtSign, Captions, Hash } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { EmojiButton } from '../../../parts/messages/emoji-button.tsx'
import { insertText } from '../../../parts/messages/insert-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { StudioKindName } from '../pieces/studio-items.ts'
import { type ItemDraft, tagsOf } from './draft.ts'
import { PlainTextarea, PlainTitle } from './plain-fields.tsx'

interface TextCardProps {
  kind: StudioKindName
  draft: ItemDraft
  /** Whether it can’t be published without a title. */
  titled?: boolean
  onChange: (change: Partial<ItemDraft>) => void
  /** The files, which come first. */
  media: ReactNode
  /** More that can be added, as chips, and what was added so. */
  chips?: ReactNode
  /** The captions of its video, where it has one. */
  captions?: ReactNode
  /** It has some already: they are shown from the start. */
  isCaptioned?: boolean
  /** Between the text and the chips. */
  children?: ReactNode
}

/** What the item is: its files, its title and text, and chips for what not every item has. */
export function TextCard({
  kind,
  draft,
  titled = false,
  onChange,
  media,
  chips,
  captions,
  isCaptioned = false,
  children,
}: TextCardProps) {
  const t = useT()
  const text = useRef<HTMLTextAreaElement>(null)
  const [hasTags, setHasTags] = useState(false)
  const [hasCaptions, setHasCaptions] = useState(isCaptioned)
  const tagsShown = hasTags || draft.tags !== ''
  return (
    <section className="composer-card">
      <div className="px-4 pt-4 md:px-[18px]">{media}</div>
      <div className="px-4 pt-2.5 md:px-[18px]">
        <Field
          hideLabel
          label={t('studio.editor.title')}
          name="title"
          optional={titled ? undefined : t('studio.editor.optional')}
        >
          <PlainTitle
            value={draft.title}
            maxLength={200}
            autoComplete="off"
            placeholder={t(titled ? 'studio.editor.title' : 'studio.composer.titleHint')}
            onWrite={(title) => onChange({ title })}
          />
        </Field>
        <Field hideLabel label={t(`studio.item.${kind}.text`)} name="text">
          <PlainTextarea
            ref={text}
            value={draft.text}
            rows={2}
            maxLength={10_000}
            placeholder={t(kind === 'feed' ? 'studio.composer.textHint' : `studio.item.${kind}.textHint`)}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        </Field>
        {tagsShown ? (
          <Field
            className="mt-2"
            label={t('studio.editor.tags')}
            name="tags"
            optional={t('studio.editor.optional')}
            hint={
              tagsOf(draft.tags)
                .map((tag) => `#${tag}`)
                .join(' ') || t('studio.editor.tagsHint')
            }
          >
            <Input
              small
              autoFocus={hasTags}
              value={draft.tags}
              onChange={(event) => onChange({ tags: event.currentTarget.value })}
            />
          </Field>
        ) : null}
        {children}
        {hasCaptions ? captions : null}
      </div>
      <div className="flex items-center gap-0.5 overflow-x-auto px-2 py-2">
        <EmojiButton field={text} />
        <IconButton
          label={t('studio.composer.mention')}
          tip="top"
          onClick={() => {
            text.current?.focus()
            insertText(text.current, '@')
          }}
        >
          <AtSign aria-hidden="true" />
        </IconButton>
        {tagsShown ? null : (
          <Button variant="ghost" className="px-2.5!" onClick={() => setHasTags(true)}>
            <Hash aria-hidden="true" />
            {t('studio.editor.tags')}
          </Button>
        )}
        {chips}
        {captions && !hasCaptions ? (
          <Button variant="ghost" className="px-2.5!" onClick={() => setHasCaptions(true)}>
            <Captions aria-hidden="true" />
            {t('studio.captions.title')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
