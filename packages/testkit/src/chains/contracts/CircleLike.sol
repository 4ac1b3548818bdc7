// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A test token that speaks like Circle's: its words and events, none of its code. Mint and burn are transfers from and
/// to the zero address, transfer returns true, and the events of its list are indexed.
contract CircleLike {
    string public constant name = "USD-Coin-like test token";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    address public owner;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlacklisted;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Mint(address indexed minter, address indexed to, uint256 amount);
    event Burn(address indexed burner, uint256 amount);
    event Blacklisted(address indexed _account);
    event UnBlacklisted(address indexed _account);

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    /// The code is put at the address the catalogue names, where no constructor runs: whoever comes first owns it.
    function begin() external {
        require(owner == address(0), "owned");
        owner = msg.sender;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!isBlacklisted[msg.sender] && !isBlacklisted[to], "blacklisted");
        require(balanceOf[msg.sender] >= value, "balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        balanceOf[to] += amount;
        totalSupply += amount;
        emit Mint(msg.sender, to, amount);
        emit Transfer(address(0), to, amount);
    }

    function burn(uint256 amount) external onlyOwner {
        balanceOf[msg.sender] -= amount;
        totalSupply -= amount;
        emit Burn(msg.sender, amount);
        emit Transfer(msg.sender, address(0), amount);
    }

    function blacklist(address account) external onlyOwner {
        isBlacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external onlyOwner {
        isBlacklisted[account] = false;
        emit UnBlacklisted(account);
    }
}
