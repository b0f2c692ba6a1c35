import { welcomeLengthMax } from '@fanlight/contract/limits'
import { useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { AttachFiles } from '../../../parts/messages/attach-files.tsx'
import { useAttachments } from '../../../parts/messages/attachments.ts'
import { EmojiButton } from '../../../parts/messages/emoji-button.tsx'
import { savedFiles } from '../../../parts/messages/saved-files.ts'
import { readTokens } from '../../../parts/money/read-tokens.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSettings, useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Switch, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Leaving } from '../pieces/leaving.tsx'
import { SettingsFrame, SettingsSection } from '../pieces/settings-frame.tsx'

export const handle = { messages: ['studio', 'creator', 'messages'] }
export const clientMiddleware = [withMessages('studio', 'creator', 'messages')]

export async function loader({ context }: LoaderFunctionArgs) {
  const { data } = await apiOf(context).call('GET /performer/message-settings')
  return data
}

const writers = ['everyone', 'followers', 'subscribers', 'paid'] as const
type Writers = (typeof writers)[number]

/** Who may write to a creator, and what greets a new subscriber. */
export default function MessageSettings() {
  const t = useT()
  const { number, money } = useFormats()
  const settings = useSettings()
  const { currency, tokenValue } = useSite()
  const saved = useLoaderData<typeof loader>()
  const [who, setWho] = useState<Writers>(saved.whoMayWrite)
  const [priceText, setPriceText] = useState(saved.firstMessagePrice === null ? '' : String(saved.firstMessagePrice))
  const [isWelcoming, setWelcoming] = useState(saved.welcomeEnabled)
  const [text, setText] = useState(saved.welcomeMessage)
  const attachments = useAttachments(() => savedFiles(saved.welcomeFiles as unknown as MediaFile[]))
  const field = useRef<HTMLTextAreaElement>(null)
  const { send, working, problem } = useMutation({ fields: { PRICE_OUT_OF_RANGE: 'firstMessagePrice' } })
  const fileIds = attachments.items.flatMap(({ fileId }) => fileId ?? [])
  const isUploading = attachments.items.some(({ fileId }) => fileId === null)
  const price = readTokens(priceText)
  const least = settings?.minimumContentPrice ?? 1
  const most = settings?.maximumContentPrice ?? 10_000
  const isPriceWrong = who === 'paid' && (price === null || price < least || price > most)
  const now = JSON.stringify([who, who === 'paid' ? priceText : '', isWelcoming, text.trim(), fileIds])
  const [before, setBefore] = useState(now)
  const isDirty = now !== before || isUploading
  const dirty = useRef(false)
  dirty.current = isDirty
  const [isSaved, setSaved] = useState(false)
  const save = async () => {
    if (isUploading || isPriceWrong) return
    const reply = await send('PUT /performer/message-settings', {
      body: {
        whoMayWrite: who,
        ...(who === 'paid' && { firstMessagePrice: price }),
        welcomeEnabled: isWelcoming,
        welcomeMessage: text.trim(),
        welcomeFileIds: fileIds,
      },
    })
    if (!reply) return
    setBefore(now)
    setSaved(true)
  }
  return (
    <SettingsFrame title={t('creator.contact.title')} detail={t('creator.contact.detail')}>
      <PageTitle>{t('creator.contact.title')}</PageTitle>
      <Leaving dirty={dirty} title={t('creator.leaveTitle')} text={t('creator.leave')} />
      <form action={() => void save()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FormProblem problem={problem}>
          <SettingsSection title={t('creator.contact.who')} lead={t('creator.contact.lead')}>
            <RadioCards
              name="whoMayWrite"
              legend={<span className="sr-only">{t('creator.contact.who')}</span>}
              columns
              value={who}
              onChange={(value) => setWho(value as Writers)}
              choices={writers.map((value) => ({
                value,
                title: t(`creator.contact.${value}`),
                detail: t(`creator.contact.${value}Hint`),
              }))}
            />
            {who === 'paid' ? (
              <Field
                label={t('creator.contact.price')}
                name="firstMessagePrice"
                required
                hint={
                  price !== null && !isPriceWrong
                    ? t('creator.contact.priceWorth', { worth: money(price * tokenValue, currency) })
                    : t('creator.contact.priceHint', { least: number(least), most: number(most) })
                }
                className="max-w-xs"
              >
                <Input
                  inputMode="decimal"
                  maxLength={9}
                  value={priceText}
                  onChange={(event) => setPriceText(event.currentTarget.value)}
                  end={<span className="pe-3 text-sm text-ink-3">{t('creator.contact.tokens')}</span>}
                  className="num pe-24!"
                />
              </Field>
            ) : null}
          </SettingsSection>
          <SettingsSection title={t('creator.contact.welcome')} lead={t('creator.contact.welcomeLead')}>
            <Switch
              label={t('creator.contact.welcomeOn')}
              checked={isWelcoming}
              onChange={(event) => setWelcoming(event.currentTarget.checked)}
            />
            <Field label={t('creator.contact.welcomeText')} name="welcomeMessage">
              <Textarea
                ref={field}
                rows={4}
                maxLength={welcomeLengthMax}
                defaultValue={saved.welcomeMessage}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </Field>
            <div>
              <AttachFiles attachments={attachments}>
                <span className="pointer-coarse:hidden">
                  <EmojiButton field={field} size="sm" />
                </span>
              </AttachFiles>
            </div>
            {isWelcoming && text.trim() === '' && attachments.items.length === 0 ? (
              <p className="text-sm text-ink-3">{t('creator.contact.welcomeEmpty')}</p>
            ) : null}
          </SettingsSection>
        </FormProblem>
        <div className="save-bar sticky bottom-0 short:static z-3 -mx-1 flex flex-wrap items-center gap-4 rounded-lg bg-canvas px-1 py-3 max-md:bottom-(--bar-h,4rem)">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={isUploading || isPriceWrong}
            busy={working ? t('ui.saving') : undefined}
          >
            {t('creator.contact.save')}
          </Button>
          <p role="status" className="text-sm font-medium text-success-text">
            {working
              ? ''
              : isUploading
                ? t('messages.waitUpload')
                : isDirty
                  ? t('creator.unsaved')
                  : isSaved
                    ? t('ui.saved')
                    : ''}
          </p>
        </div>
      </form>
    </SettingsFrame>
  )
}
