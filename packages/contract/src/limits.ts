// Limits that forms show before anything is sent. Nothing is imported here: pages that need a number load no schemas.

/** Characters in the HTML of a static page. */
export const pageHtmlMax = 100_000
/** Characters in a customized message. */
export const messageCharsMax = 5_000
/** In so many places an account may be signed in at a time; one more ends the oldest. */
export const sessionsMax = 50
/** The description of a file for people who can’t see or hear it. */
export const altMax = 500
/** Characters in what is written to the site. */
export const contactTextMin = 10
export const contactTextMax = 5_000
/** Characters in a report. */
export const reportTextMax = 2_000
/** Characters in what staff write about a decision. */
export const statementMin = 10
/** Characters in a private message. */
export const messageLengthMax = 4_000
export const messageFilesMax = 20
/** Characters in a message of a public chat. */
export const publicMessageLengthMax = 500
/** Words and phrases of a creator with which comments and messages of their chat wait for approval. */
export const heldWordsMax = 200
export const streamTitleLengthMax = 120
/** How long an announced stream is expected to last. */
export const scheduledMinutesMin = 15
export const scheduledMinutesMax = 720
/** So many minutes before or after its time an announced stream may begin. */
export const scheduledGraceMinutes = 60
/** How many announced streams of a creator may lie ahead, and how far. */
export const scheduledStreamsMax = 20
export const scheduledDaysMax = 90
/** For how many days what was asked for may be done or declined after its stream; then it counts as done. */
export const tipOrderDaysMax = 7
export const menuItemTitleLengthMax = 80
/** Items of the tip menu of a creator. */
export const tipMenuMax = 20
/** For how many days a recording waits for its creator's decision. */
export const recordingDaysMax = 7
/** So many connections may read the events of a live room with one key, on each web process. */
export const roomConnectionsMax = 5
/** Of a stream. */
export const markersMax = 100
export const markerLabelLengthMax = 80
/** A poll in a live room. */
export const pollQuestionLengthMax = 140
export const pollAnswerLengthMax = 60
export const pollAnswersMin = 2
export const pollAnswersMax = 5
export const pollSecondsMin = 15
export const pollSecondsMax = 900
export const goalTitleLengthMax = 60
/** Of shows with tickets. */
export const showAboutLengthMax = 2_000
export const showReasonLengthMax = 300
export const showMinutesMax = 600
export const ticketSeatsMax = 5_000
/** How long before its time a show with tickets may be opened, and how long after it its video may begin. */
export const lobbyMinutes = 30
export const lateMinutesMax = 30
/** Tokens that a minute of a private show may cost. */
export const pricePerMinuteMax = 10_000
/** How long a creator has to answer who asks for a private show. */
export const requestSecondsMax = 60
/** So much is held when a show is accepted, and held again while it runs. */
export const heldMinutes = 3
/** So many minutes may be the least that a private show costs. */
export const minutesMinMax = 10
/** How many people a group show may need, and let in. */
export const groupPeopleMin = 2
export const groupPeopleMax = 50
/** How long a fan waits for a group show before they have to ask anew. */
export const groupWaitMinutesMax = 15
/** Characters in a message of a group show. */
export const groupMessageLengthMax = 300
/** A show whose video doesn't come is over after this. */
export const silentSecondsMax = 60
/** So far ahead a creator sees how long their fan can stay. */
export const creatorSeesSecondsMax = 600
/** Tokens that a goal may ask for. */
export const goalTokensMax = 1_000_000
/** How long a stream waits for its creator to come back, in seconds. */
export const awaySecondsMax = 60
/** Characters in what greets a new subscriber. */
export const welcomeLengthMax = 1_000
export const fanNoteLengthMax = 1_000
/** So many names of a text are looked up at once. */
export const mentionsMax = 30
/** So many people are shown as online or not. */
export const watchedMax = 50
export const filesPerFeedMax = 40
export const photosPerGalleryMax = 500

/** Chapters of a video. */
export const chaptersMax = 50
/** Chapters that follow each other more closely could not be chosen on the bar. */
export const chapterSecondsMin = 3

/** The buyers of an item are counted so far. */
export const buyersCountedMax = 1_000
