/** Words for generated texts. */
export const englishWords = list(`
  account agenda analysis answer argument article audience author balance bridge budget calendar
  campaign career chapter character checklist claim climate column comment contract conversation
  culture customer deadline debate decision design detail dialogue director document draft economy
  editor energy engine essay evening event evidence example expert feature feedback figure finance
  forecast garden goal grammar guide harbour headline history idea illustration image industry
  interview invoice journey kitchen knowledge landscape language launch lecture lesson letter library
  market meeting melody memory message method mountain museum negotiation newsletter notebook novel
  outline painting paragraph partner pattern photograph pitch planet podcast poem portrait presentation
  principle process product project proposal question recipe reference release report research review
  river scene schedule science season sentence slide solution speech story strategy student summary
  survey teacher template theatre timeline title tone topic translation travel tutorial village voice
  weather workshop writer`)

export const germanWords = list(`
  Absatz Anfrage Angebot Anlass Antwort Arbeit Aufgabe Ausflug Auftrag Äußerung Bäckerei Bahnhof
  Bedeutung Begriff Beispiel Bericht Beschluss Besprechung Bibliothek Bild Brief Brücke Buch Büro
  Dämmerung Dialog Drehbuch Einführung Einladung Entwurf Erfahrung Ergebnis Erzählung Fähigkeit Fahrrad
  Farbe Frage Freiheit Frühling Führung Gebäude Gedächtnis Gedicht Gefühl Gemüse Geschäft Geschichte
  Gespräch Grundsatz Größe Handbuch Herbst Höhe Hörer Kalender Kapitel Karriere Klang Köchin Kühlschrank
  Kunde Künstlerin Landschaft Lehrer Leser Lösung Märchen Maß Meinung Menü Möglichkeit Müdigkeit Museum
  Mühle Nachricht Notiz Oberfläche Öffnung Ordnung Planung Präsentation Prüfung Rätsel Reise Rezept Rückblick
  Satz Schaufenster Schlüssel Schüler Sprache Spaziergang Stärke Straße Stück Tagebuch Tätigkeit Ton Träume
  Überblick Übersetzung Übung Umriss Unterlage Urlaub Verfügung Vergleich Verständnis Vorlesung Vorschlag
  Wärme Weg Werkstatt Wörterbuch Wunsch Würde Zähler Zeile Zeitung Ziel Zuhörer Zusammenfassung`)

function list(words: string): string[] {
  return words.trim().split(/\s+/)
}
