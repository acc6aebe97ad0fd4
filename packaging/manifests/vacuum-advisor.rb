# Homebrew formula. `.ci/package` fills in what it knows: version, address, checksums of the
# platforms it was run on.
class VacuumAdvisor < Formula
  desc "Tells what VACUUM does to a PostgreSQL server, and what to change"
  homepage "@ADDRESS@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/vacuum-advisor-@VERSION@-macos-aarch64.tar.xz"
      sha256 "@SHA256_macos-aarch64@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/vacuum-advisor-@VERSION@-macos-x64.tar.xz"
      sha256 "@SHA256_macos-x64@"
    end
  end
  on_linux do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/vacuum-advisor-@VERSION@-linux-aarch64.tar.xz"
      sha256 "@SHA256_linux-aarch64@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/vacuum-advisor-@VERSION@-linux-x64.tar.xz"
      sha256 "@SHA256_linux-x64@"
    end
  end

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/vacuum-advisor"
    man1.install Dir[libexec/"share/man/man1/*"]
    bash_completion.install libexec/"share/bash-completion/completions/vacuum-advisor"
    zsh_completion.install libexec/"share/zsh/site-functions/_vacuum-advisor"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/vacuum-advisor --version")
  end
end
