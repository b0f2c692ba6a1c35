import clsx from 'clsx'
import { Bell, Lock, Mail, Smartphone, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  type NotificationChannel,
  notificationChannels,
  notificationKindNames,
  notificationKinds,
  type NotificationTopic,
  notificationTopicNames,
  notificationTopics,
} from '@fanlight/contract/notification-kinds'
import type { Reply } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Field, Input, Switch } from '../../../ui/field.tsx'
import { PushOfBrowser } from './push-browser.tsx'

export type Preferences = Reply<'GET /notifications/preferences'>['data']
const icons = { inApp: Bell, email: Mail, push: Smartphone } as const

/** Topics that only creators have kinds of. */
const isForCreators = (topic: NotificationTopic): boolean =>
  notificationKindNames
    .filter((kind) => notificationKinds[kind].topic === topic)
    .every((kind) => 'forCreators' in notificationKinds[kind])

/** What one is notified of, and by which channels. Each change is saved at once. */
export function Preferences({ preferences, card = false }: { preferences: Preferences; card?: boolean }) {
  const t = useT()
  const isPerformer = useMe()?.isPerformer === true
  const [shown, setShown] = useState(preferences)
  const { send } = useMutation({ toasts: true })

  const set = async (topic: NotificationTopic, channel: NotificationChannel, isOn: boolean) => {
    setShown((now) => ({ ...now, topics: { ...now.topics, [topic]: { ...now.topics[topic], [channel]: isOn } } }))
    const saved = await send('PUT /notifications/preferences', { body: { topics: { [topic]: { [channel]: isOn } } } })
    if (!saved)
      setShown((now) => ({ ...now, topics: { ...now.topics, [topic]: { ...now.topics[topic], [channel]: !isOn } } }))
  }
  const setQuiet = async (change: Partial<Omit<Preferences['quietHours'], 'timezone'>>) => {
    const before = shown.quietHours
    setShown((now) => ({ ...now, quietHours: { ...now.quietHours, ...change } }))
    const saved = await send('PUT /notifications/preferences', { body: { quietHours: change } })
    if (!saved) setShown((now) => ({ ...now, quietHours: before }))
  }
  const setSummary = async (emailSummary: boolean) => {
    setShown((now) => ({ ...now, emailSummary }))
    if (!(await send('PUT /notifications/preferences', { body: { emailSummary } })))
      setShown((now) => ({ ...now, emailSummary: !emailSummary }))
  }
  const topics = notificationTopicNames.filter((topic) => isPerformer || !isForCreators(topic))
  const { quietHours } = shown
  return (
    <section aria-labelledby="preferences" className={clsx(card && 'rounded-lg bg-surface p-5 ring-1 ring-line')}>
      {card ? (
        <>
          <h2 id="preferences" className="text-lg">
            {t('notify.prefs.title')}
          </h2>
          <p className="text-sm text-ink-3">{t('notify.prefs.lead')}</p>
        </>
      ) : (
        <h2 id="preferences" className="sr-only">
          {t('notify.prefs.title')}
        </h2>
      )}
      {shown.emailBounced ? (
        <p role="status" className="mt-3 flex gap-2.5 rounded-sm bg-danger-soft p-3 text-sm text-danger-soft-ink">
          <TriangleAlert className="icon mt-0.5 shrink-0" aria-hidden="true" />
          <span>
            <Link to="/user/account/email" className="font-semibold underline">
              {t('notify.prefs.bounced')}
            </Link>
          </span>
        </p>
      ) : null}
      <table className="mt-2 w-full">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('notify.prefs.kind')}</span>
            </th>
            {notificationChannels.map((channel) => {
              const Icon = icons[channel]
              return (
                <th key={channel} scope="col" className="w-15 pb-2 text-center text-xs font-medium text-ink-2">
                  <Icon className="icon mx-auto mb-0.5 block size-4!" aria-hidden="true" />
                  {t(`notify.prefs.${channel}`)}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={topic} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-normal">
                <b className="block text-sm font-semibold">{t(`notify.topic.${topic}`)}</b>
                <span className="block text-xs text-ink-3">{t(`notify.topic.${topic}.hint`)}</span>
              </th>
              {notificationChannels.map((channel) => (
                <td key={channel} className="text-center">
                  <Choice
                    topic={topic}
                    channel={channel}
                    isOn={shown.topics[topic][channel]}
                    onChange={(isOn) => void set(topic, channel, isOn)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex gap-2 border-y border-line py-3 text-xs text-ink-3">
        <Lock className="icon mt-px size-3.5! shrink-0" aria-hidden="true" />
        {t('notify.prefs.lockedHint')}
      </p>
      <div className="border-b border-line py-3.5">
        <Switch
          label={t('notify.prefs.quiet')}
          hint={t('notify.prefs.quietHint', { zone: quietHours.timezone })}
          checked={quietHours.isOn}
          onChange={(event) => void setQuiet({ isOn: event.currentTarget.checked })}
        />
        {quietHours.isOn ? (
          <div className="mt-3 grid grid-cols-2 gap-3">
            {(['from', 'until'] as const).map((end) => (
              <Field key={end} label={t(`notify.prefs.${end}`)}>
                <Input
                  type="time"
                  defaultValue={quietHours[end]}
                  onBlur={(event) => {
                    const { value } = event.currentTarget
                    if (/^\d\d:\d\d$/.test(value) && value !== quietHours[end]) void setQuiet({ [end]: value })
                  }}
                />
              </Field>
            ))}
          </div>
        ) : null}
      </div>
      <div className="border-b border-line py-3.5">
        <Switch
          label={t('notify.prefs.summary')}
          hint={t('notify.prefs.summaryHint')}
          checked={shown.emailSummary}
          onChange={(event) => void setSummary(event.currentTarget.checked)}
        />
      </div>
      <PushOfBrowser />
    </section>
  )
}

interface ChoiceProps {
  topic: NotificationTopic
  channel: NotificationChannel
  isOn: boolean
  onChange: (isOn: boolean) => void
}
function Choice({ topic, channel, isOn, onChange }: ChoiceProps) {
  const t = useT()
  const standard: boolean | 'always' | 'never' = notificationTopics[topic][channel]
  const names = { topic: t(`notify.topic.${topic}`), channel: t(`notify.prefs.${channel}`) }
  if (standard === 'never') return <span className="text-ink-3">–</span>
  if (standard === 'always')
    return (
      <span className="mx-auto grid size-6 place-items-center rounded-xs bg-surface-3 text-ink-3">
        <Lock className="icon size-3.5!" aria-hidden="true" />
        <span className="sr-only">{t('notify.prefs.locked', names)}</span>
      </span>
    )
  return (
    <span className="grid place-items-center pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="tick"
        aria-label={t('notify.prefs.on', names)}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </span>
  )
}
