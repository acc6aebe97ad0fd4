package org.vacuumadvisor.source.log.line;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.log.Level;
import org.vacuumadvisor.source.log.Section;

/// The words before the colon, in English and in the languages that PostgreSQL's messages come in,
/// so that a translated log still falls into messages.
public final class Severities {
  /// A severity begins a message; a section goes on with it.
  @SuppressWarnings("ArrayRecordComponent") // of this package, never compared
  public record Word(byte[] text, Level level, Section section) {
    boolean isHead() {
      return level != Level.NONE;
    }
  }

  private static final List<Word> WORDS = new ArrayList<>();
  private static final Word[][] BY_FIRST_BYTE = new Word[256][];

  static {
    level(Level.LOG, "LOG LOGG DZIENNIK СООБЩЕНИЕ ЗАПИСУВАННЯ ログ 日志 로그 ლოგი");
    level(Level.INFO, "INFO INFORMACJA BİLGİ ИНФОРМАЦИЯ ІНФОРМАЦІЯ 情報 信息 정보 ინფორმაცია");
    level(
        Level.NOTICE, "NOTICE HINWEIS NOTIFICA NOTA NOTIS UWAGA NOT ЗАМЕЧАНИЕ ПОВІДОМЛЕННЯ 注意 알림");
    level(
        Level.WARNING,
        "WARNING WARNUNG ATTENTION ADVERTENCIA ATTENZIONE AVISO VARNING OSTRZEŻENIE UYARI"
            + " PERINGATAN ПРЕДУПРЕЖДЕНИЕ ПОПЕРЕДЖЕННЯ 警告 경고 გაფრთხილება");
    level(
        Level.ERROR,
        "ERROR FEHLER ERREUR ERRORE ERRO FEL BŁĄD HATA KESALAHAN ОШИБКА ПОМИЛКА エラー 错误 오류"
            + " შეცდომა");
    level(
        Level.FATAL, "FATAL FATALE FATALT KATASTROFALNY ÖLÜMCÜL ВАЖНО ФАТАЛЬНО 致命的エラー 致命错误 치명적오류");
    level(Level.PANIC, "PANIC PANIK PANICO PÂNICO PANIKA KRİTİK ПАНИКА ПАНІКА");
    level(Level.DEBUG, "DEBUG DEBUG1 DEBUG2 DEBUG3 DEBUG4 DEBUG5 ОТЛАДКА");
    section(
        Section.DETAIL,
        "DETAIL DÉTAIL DETALLE DETALHE DETTAGLI DETALJ SZCZEGÓŁY AYRINTI ПОДРОБНОСТИ ДЕТАЛІ 詳細"
            + " 详细信息 상세정보");
    section(
        Section.HINT,
        "HINT TIPP ASTUCE SUGERENCIA SUGGERIMENTO DICA TIPS PODPOWIEDŹ İPUCU ПОДСКАЗКА ПІДКАЗКА"
            + " ヒント 提示 힌트");
    section(
        Section.CONTEXT,
        "CONTEXT ZUSAMMENHANG CONTEXTE CONTEXTO CONTESTO KONTEXT KONTEKST BAĞLAM КОНТЕКСТ"
            + " コンテキスト 上下文 내용");
    section(
        Section.STATEMENT,
        "STATEMENT ANWEISUNG INSTRUCTION SENTENCIA ISTRUZIONE COMANDO SATS WYRAŻENIE KOMUT ОПЕРАТОР"
            + " ІНСТРУКЦІЯ ステートメント 语句 명령구문");
    section(
        Section.QUERY,
        "QUERY ANFRAGE REQUÊTE CONSULTA FRÅGA ZAPYTANIE SORGU ЗАПРОС ЗАПИТ 問い合わせ 查询");
    section(
        Section.OTHER,
        "LOCATION BACKTRACE ORT EMPLACEMENT UBICACIÓN POSIZIONE PLATS POZYCJA YER ПОЛОЖЕНИЕ"
            + " РОЗТАШУВАННЯ 場所 位置");
    for (int first = 0; first < BY_FIRST_BYTE.length; first++) {
      int wanted = first;
      BY_FIRST_BYTE[first] =
          WORDS.stream().filter(word -> (word.text[0] & 0xFF) == wanted).toArray(Word[]::new);
    }
  }

  private Severities() {}

  /// The word that is exactly this range, or null.
  public static @Nullable Word find(byte[] in, int from, int to) {
    if (from < to) {
      for (Word word : BY_FIRST_BYTE[in[from] & 0xFF]) {
        if (word.text.length == to - from && Scan.begins(in, from, to, word.text)) {
          return word;
        }
      }
    }
    return null;
  }

  private static void level(Level level, String words) {
    for (String word : words.split(" ", -1)) {
      WORDS.add(new Word(Scan.bytes(word), level, Section.MESSAGE));
    }
  }

  private static void section(Section section, String words) {
    for (String word : words.split(" ", -1)) {
      WORDS.add(new Word(Scan.bytes(word), Level.NONE, section));
    }
  }
}
